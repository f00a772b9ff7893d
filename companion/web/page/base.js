// Small things that every page with a game may use.

// calm tells whether nothing may travel on the screen: people asked for it.
const calm = () => document.documentElement.hasAttribute("data-calm") || matchMedia("(prefers-reduced-motion: reduce)").matches;
