"""The game at the screen: windows, boards, panels, lessons and the text console. The rules never import it."""
