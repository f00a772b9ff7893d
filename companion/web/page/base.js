// Small helpers for every page with a game.

// calm reports whether people want no motion on the screen.
const calm = () => document.documentElement.hasAttribute("data-calm") || matchMedia("(prefers-reduced-motion: reduce)").matches;
