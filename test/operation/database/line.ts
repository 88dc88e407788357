import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export type Line = Awaited<ReturnType<typeof startLine>>

/** A way over TCP to a socket, which can be disturbed: as between a program and a database on another machine. */
export async function startLine(path: string) {
  const open = new Set<Socket>()
  let state: 'whole' | 'frozen' | 'resetting' = 'whole'
  let port = 0
  const server = createServer({ pauseOnConnect: true }, near => {
    if (state === 'resetting') return void near.resetAndDestroy()
    const far = connect(path)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one
        .on('error', () => {})
        .on('close', () => {
          open.delete(one)
          other.destroy()
        })
      one.on('data', bytes => other.write(bytes))
    }
    if (state === 'whole') near.resume()
    else far.pause()
  })
  const listen = async () => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as { port: number }).port
  }
  const cut = () => {
    for (const socket of open) {
      // Only TCP can reset a connection.
      if (socket.remotePort) socket.resetAndDestroy()
      else socket.destroy()
    }
  }
  await listen()
  return {
    port,
    /** Stops reading and forwarding; new connections are accepted but not served. */
    freeze: () => {
      state = 'frozen'
      for (const socket of open) socket.pause()
    },
    /** Resets open and new connections. */
    reset: () => {
      state = 'resetting'
      cut()
    },
    /** Refuses connections, as if nothing listened. */
    refuse: () => {
      server.close()
      cut()
    },
    heal: async () => {
      state = 'whole'
      for (const socket of open) socket.resume()
      if (!server.listening) await listen()
    },
    stop: () => {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
