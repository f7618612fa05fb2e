-- FCEUX plays the movie that it was started with; each frame's memory, and the palette's entries on
-- the screen at the end, go to files beside it.

local memory_file = io.open("memory.bin", "wb")
emu.speedmode("maximum")
while movie.mode() ~= "finished" and movie.mode() ~= nil do
	emu.frameadvance()
	memory_file:write(memory.readbyterange(0, 2048))
	memory_file:flush()
end
memory_file:close()

local screen_file = io.open("screen.part", "wb")
for y = 0, 239 do
	for x = 0, 255 do
		local _, _, _, entry = emu.getscreenpixel(x, y, true)
		screen_file:write(string.char(entry % 64))
	end
end
screen_file:close()
os.rename("screen.part", "screen.bin")
emu.exit()
