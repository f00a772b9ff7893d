// A page that waits for a game goes to its browser's seat when the game begins.
{
	const lobby = document.getElementById("part-lobby");
	const follow = () => {
		const started = lobby.querySelector("[data-started]");
		if (started) location.replace(started.dataset.started);
	};
	if (lobby && "waits" in lobby.dataset) new MutationObserver(follow).observe(lobby, { childList: true, subtree: true, attributes: true });
}
