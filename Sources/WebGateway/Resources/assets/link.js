// Opens the session that the link of this page is for. The link is good once, so not while a browser only prepares the page.

const open = () => document.getElementById("link").requestSubmit();

if (document.prerendering) document.addEventListener("prerenderingchange", open, { once: true });
else open();
