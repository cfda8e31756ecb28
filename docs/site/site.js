/* Lists the sections that have all words of the search, those with the words in their heading first. INDEX has rows of
 * address, page, heading and text. */
"use strict";
(() => {
  const field = document.querySelector("input[type=search]");
  const found = document.getElementById("found");
  const top = document.body.dataset.top;
  const MOST = 25;

  const rank = (row, words) => {
    const heading = `${row[1]} ${row[2]}`.toLowerCase();
    const text = row[3].toLowerCase();
    let sum = 0;
    for (const word of words) {
      if (heading.includes(word)) sum += 2;
      else if (text.includes(word)) sum += 1;
      else return 0;
    }
    return sum;
  };

  const around = (text, word) => {
    const at = Math.max(0, text.toLowerCase().indexOf(word) - 60);
    return (at > 0 ? "…" : "") + text.slice(at, at + 180) + "…";
  };

  const entry = (row, words) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    const text = document.createElement("p");
    link.href = `${top}/${row[0]}`;
    link.textContent = row[1] === row[2] ? row[1] : `${row[1]}: ${row[2]}`;
    text.textContent = around(row[3], words[0]);
    item.append(link, text);
    return item;
  };

  const search = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const rows = INDEX.map(row => [rank(row, words), row]).filter(one => one[0] > 0).sort((a, b) => b[0] - a[0]);
    const list = document.createElement("ol");
    list.append(...rows.slice(0, MOST).map(one => entry(one[1], words)));
    const head = document.createElement("p");
    head.textContent = `${rows.length} sections have “${field.value}”`;
    found.replaceChildren(head, list);
    found.hidden = words.length === 0;
    for (const other of found.parentNode.children)
      if (other !== found) other.hidden = words.length > 0;
  };

  field.addEventListener("input", search);
  // a result may be a section of this page
  found.addEventListener("click", () => {
    field.value = "";
    search();
  });
  if (matchMedia("(max-width: 48rem)").matches)
    for (const list of document.querySelectorAll("nav details"))
      list.open = false;
  const asked = new URLSearchParams(location.search).get("q");
  if (asked) {
    field.value = asked;
    search();
  }
})();
