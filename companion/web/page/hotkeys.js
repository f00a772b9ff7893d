// Single keys lead to parts of a seat's page, as its overview lists them; the question mark shows it.
// None works while people type, and they can be switched off, for who dictates.
{
const overview = document.getElementById("hotkeys"), on = document.getElementById("hotkeys-on");
const kept = () => { try { return localStorage.hotkeys !== "off"; } catch { return true; } };
const types = (e) => e.isContentEditable || e.matches?.("input:not([type=checkbox], [type=radio]), textarea, select");

document.addEventListener("keydown", (e) => {
	if (!overview || e.defaultPrevented || e.repeat || e.isComposing || e.ctrlKey || e.metaKey || e.altKey || types(e.target)) return;
	if (!kept() && e.key !== "?" || document.querySelector("dialog:modal") || document.querySelector(".play[inert]")) return;
	const row = overview.querySelector(`[data-key="${CSS.escape(e.key.toLowerCase())}"]`);
	if (!row) return;
	const seen = (selector) => [...document.querySelectorAll(selector)].find((x) => !x.disabled && (x.checkVisibility() || row.dataset.does));
	if (row.dataset.key === "?") overview.showModal();
	else if (row.dataset.does) seen(row.dataset.does)?.click();
	else seen(row.dataset.goes)?.focus();
	e.preventDefault();
});
document.addEventListener("click", (e) => { if (e.target.closest("#to-hotkeys")) overview.showModal(); });
if (overview) {
	on.checked = kept();
	on.addEventListener("change", () => { try { localStorage.hotkeys = on.checked ? "on" : "off"; } catch { /* it holds for as long as the page */ } });
	overview.addEventListener("click", (e) => { if (e.target === overview) overview.close(); }); // beside it
}
}
