#include "CZMQ.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

int CZMQ_address_classify(const char *host) {
    struct in_addr v4;
    if (inet_pton(AF_INET, host, &v4) == 1) {
        bool loopback = (ntohl(v4.s_addr) >> 24) == 127;
        return CZMQ_ADDRESS_IPV4 | (loopback ? CZMQ_ADDRESS_LOOPBACK : 0);
    }
    struct in6_addr v6;
    if (inet_pton(AF_INET6, host, &v6) == 1) {
        bool loopback = IN6_IS_ADDR_LOOPBACK(&v6) || (IN6_IS_ADDR_V4MAPPED(&v6) && v6.s6_addr[12] == 127);
        return CZMQ_ADDRESS_IPV6 | (loopback ? CZMQ_ADDRESS_LOOPBACK : 0);
    }
    return CZMQ_ADDRESS_NOT_NUMERIC;
}
