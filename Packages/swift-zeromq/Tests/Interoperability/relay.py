"""TCP in front of Unix sockets, for implementations that know only TCP."""

import asyncio
import threading


class Relay:
    """Lends ports of 127.0.0.1 that lead to Unix sockets."""

    def __enter__(self):
        self.servers = []
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever)
        self.thread.start()
        return self

    def __exit__(self, *_):
        asyncio.run_coroutine_threadsafe(self.end(), self.loop).result()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()

    def open(self, path):
        """A port that leads to the Unix socket."""
        async def accept(reader, writer):
            try:
                other_reader, other_writer = await asyncio.open_unix_connection(path)
            except OSError:
                return writer.close()
            await asyncio.gather(self.copy(reader, other_writer), self.copy(other_reader, writer))

        server = asyncio.run_coroutine_threadsafe(asyncio.start_server(accept, "127.0.0.1", 0), self.loop).result()
        self.servers.append(server)
        return server.sockets[0].getsockname()[1]

    async def copy(self, reader, writer):
        try:
            while piece := await reader.read(65_536):
                writer.write(piece)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()

    async def end(self):
        for server in self.servers:
            server.close()
        tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
