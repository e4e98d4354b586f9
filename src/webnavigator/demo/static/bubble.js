"use strict";
// A widget in an open shadow root, as chat teasers are.

customElements.define("help-bubble", class extends HTMLElement {
  connectedCallback() {
    const chinese = document.documentElement.lang === "zh";
    const root = this.attachShadow({ mode: "open" });
    root.innerHTML = `
      <style>
        :host { position: fixed; right: 20px; bottom: 20px; z-index: 8; font: 15px/1.5 sans-serif; }
        button { font: inherit; padding: 10px 16px; border: 0; border-radius: 22px; background: #56704a; color: #fff; cursor: pointer; }
        section { width: 260px; padding: 14px; margin-bottom: 8px; border: 1px solid #e2dbcf; border-radius: 12px; background: #fff; }
        [hidden] { display: none; }
      </style>
      <section hidden id="panel" role="region" aria-label="Help">
        <strong></strong><p></p><a></a>
      </section>
      <button type="button" id="toggle" aria-expanded="false"></button>`;
    const [title, text, link, label] = chinese
      ? ["需要帮助吗?", "工作日九点至五点我们在线解答。", "联系我们", "在线帮助"]
      : ["Can we help?", "We answer on weekdays from nine to five.", "Contact us", "Need help?"];
    root.querySelector("strong").textContent = title;
    root.querySelector("p").textContent = text;
    root.querySelector("a").textContent = link;
    root.querySelector("a").href = chinese ? "/zh/contact/" : "/contact/";
    const button = root.getElementById("toggle");
    button.textContent = label;
    button.addEventListener("click", () => {
      const panel = root.getElementById("panel");
      panel.hidden = !panel.hidden;
      button.setAttribute("aria-expanded", String(!panel.hidden));
    });
  }
});
