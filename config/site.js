const up = document.documentElement.dataset.up;
const field = document.getElementById("search");
const found = document.getElementById("found");

// The index is read when the field is used first.
let loading;
function load() {
  loading ??= new Promise((done) => {
    const script = document.createElement("script");
    script.src = up + "sections.js";
    script.onload = done;
    document.head.append(script);
  });
  return loading;
}

function search(query) {
  const words = query.toLowerCase().split(/\s+/).filter((word) => word);
  const hits = [];
  for (const [url, title, heading, text] of words.length ? SECTIONS : []) {
    const head = `${title} ${heading}`.toLowerCase(), all = `${head} ${text.toLowerCase()}`;
    if (words.every((word) => all.includes(word))) {
      hits.push([words.filter((word) => head.includes(word)).length, url, title, heading, text]);
    }
  }
  hits.sort((a, b) => b[0] - a[0]);
  found.replaceChildren(...hits.slice(0, 20).map(([, url, title, heading, text]) => {
    const item = document.createElement("li"), link = document.createElement("a"), lines = document.createElement("p");
    link.href = up + url;
    link.textContent = title === heading ? title : `${title}: ${heading}`;
    const at = Math.max(0, text.toLowerCase().indexOf(words[0]) - 60);
    lines.textContent = text.slice(at, at + 160);
    item.append(link, lines);
    return item;
  }));
  if (words.length && !hits.length) found.append("Nothing was found.");
  found.hidden = !words.length;
}

field.addEventListener("input", () => load().then(() => search(field.value)));
