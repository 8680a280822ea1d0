// All that a page of another origin can try, and what came of it.
const [target, token, done] = arguments;
const outcome = (kind, trial) =>
  trial.then((got) => `${kind}: ${got}`, () => `${kind}: refused`);
const read = (response) =>
  response.text().then((text) => `${response.type} ${response.status} ${text}`);
const loaded = (element, address) =>
  new Promise((yes, no) => {
    element.onload = () => yes("loaded");
    element.onerror = no;
    element.src = address;
    document.body.append(element);
  });
const body = new URLSearchParams({ token });
const include = { credentials: "include" };
Promise.all([
  outcome("fetch", fetch(`${target}api/history`, include).then(read)),
  outcome("fetch without CORS", fetch(`${target}api/history`, { ...include, mode: "no-cors" }).then(read)),
  outcome("post", fetch(`${target}sign-in`, { ...include, method: "POST", body }).then(read)),
  outcome("post without CORS", fetch(`${target}sign-in`, { ...include, method: "POST", mode: "no-cors", body }).then(read)),
  outcome("image", loaded(new Image(), `${target}page/corral.svg`)),
  outcome("script", loaded(document.createElement("script"), `${target}page/vendor/uPlot.iife.min.js`)),
  outcome("events", new Promise((yes, no) => {
    const events = new EventSource(`${target}events`, { withCredentials: true });
    events.onopen = () => yes("open");
    events.onerror = () => { events.close(); no(); };
  })),
]).then(done);
