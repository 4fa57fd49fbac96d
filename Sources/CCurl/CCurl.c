#include <curl/curl.h>
#include <stdlib.h>

#include "CCurl.h"

struct CCurl {
    CURLM *requests;
    CURL *request;
    struct curl_slist *headers;
    CURLcode result;
    char reason[CURL_ERROR_SIZE];
};

// Ends the request at the first byte of the content: the status is known by then.
static size_t ignore(char *bytes, size_t size, size_t count, void *context) {
    (void)bytes, (void)size, (void)count, (void)context;
    return 0;
}

CCurl *ccurl_make(const char *url, const char *certificates) {
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) return NULL;
    CCurl *curl = calloc(1, sizeof *curl);
    if (curl == NULL) return NULL;
    curl->requests = curl_multi_init();
    curl->request = curl_easy_init();
    if (curl->requests == NULL || curl->request == NULL || curl_easy_setopt(curl->request, CURLOPT_URL, url) != CURLE_OK ||
        // Its own directory of certificates would be trusted too.
        (certificates != NULL && (curl_easy_setopt(curl->request, CURLOPT_CAINFO, certificates) != CURLE_OK ||
                                  curl_easy_setopt(curl->request, CURLOPT_CAPATH, NULL) != CURLE_OK))) {
        ccurl_free(curl);
        return NULL;
    }
    curl_easy_setopt(curl->request, CURLOPT_PROXY, "");
    curl_easy_setopt(curl->request, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    curl_easy_setopt(curl->request, CURLOPT_FORBID_REUSE, 1L);
    // Signals are the program's, which ignores SIGPIPE.
    curl_easy_setopt(curl->request, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl->request, CURLOPT_WRITEFUNCTION, ignore);
    curl_easy_setopt(curl->request, CURLOPT_ERRORBUFFER, curl->reason);
    return curl;
}

void ccurl_free(CCurl *curl) {
    curl_easy_cleanup(curl->request);
    curl_multi_cleanup(curl->requests);
    curl_slist_free_all(curl->headers);
    free(curl);
}

bool ccurl_add_header(CCurl *curl, const char *line) {
    struct curl_slist *headers = curl_slist_append(curl->headers, line);
    if (headers == NULL) return false;
    curl->headers = headers;
    return curl_easy_setopt(curl->request, CURLOPT_HTTPHEADER, headers) == CURLE_OK;
}

void ccurl_wake(CCurl *curl) { curl_multi_wakeup(curl->requests); }

void ccurl_wait(CCurl *curl, int milliseconds) { curl_multi_poll(curl->requests, NULL, 0, milliseconds, NULL); }

bool ccurl_post(CCurl *curl, const uint8_t *body, size_t count) {
    curl->result = CURLE_OK;
    curl->reason[0] = 0;
    return curl_easy_setopt(curl->request, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count) == CURLE_OK &&
           curl_easy_setopt(curl->request, CURLOPT_COPYPOSTFIELDS, body) == CURLE_OK &&
           curl_multi_add_handle(curl->requests, curl->request) == CURLM_OK;
}

bool ccurl_continue(CCurl *curl, int milliseconds) {
    int active = 0, left = 0;
    if (curl_multi_perform(curl->requests, &active) != CURLM_OK) return false;
    if (active > 0) {
        curl_multi_poll(curl->requests, NULL, 0, milliseconds, NULL);
        return true;
    }
    const CURLMsg *message = curl_multi_info_read(curl->requests, &left);
    if (message != NULL) curl->result = message->data.result;
    return false;
}

long ccurl_end(CCurl *curl) {
    long status = 0;
    curl_easy_getinfo(curl->request, CURLINFO_RESPONSE_CODE, &status);
    curl_multi_remove_handle(curl->requests, curl->request);
    return status;
}

const char *ccurl_reason(const CCurl *curl) {
    return curl->reason[0] != 0 ? curl->reason : curl_easy_strerror(curl->result);
}
