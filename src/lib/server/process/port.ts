import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Told to stop: whoever asks is served still, and sent elsewhere next time. */
    leaving: boolean
  }
}

/** Time in ms that requests under way get when the program ends. */
const CLOSE_TIMEOUT_MS = 8_000

export const EVERYWHERE = '0.0.0.0'
export const THIS_MACHINE = '127.0.0.1'

/** Opens the port; why it cannot be had is one plain sentence. */
export async function openPort(app: FastifyInstance, { port, host }: { port: number; host: string }) {
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), CLOSE_TIMEOUT_MS).unref()
  })
  await app.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    throw new Error(reasonFor(error.code, port, host), { cause: error })
  })
}

/** Says so before the port closes, and goes on serving until the proxy in front has noticed. */
export async function drain(app: FastifyInstance, ms: number) {
  app.leaving = true
  if (ms > 0) await wait(ms)
}

/**
 * Some proxies learn only from a failed request that a server is going: a proxy that promises to ask another one is
 * refused what is safe to ask twice. True where that is the answer.
 */
export function sendElsewhere({ method, headers }: IncomingMessage, response: ServerResponse, own: readonly string[]) {
  if (headers['x-repeats'] !== '502' || (method !== 'GET' && method !== 'HEAD')) return false
  response.writeHead(502, [...own, 'content-length', '0']).end()
  return true
}

function reasonFor(code: string | undefined, port: number, host: string): string {
  if (code === 'EADDRINUSE') return `端口 ${port} 已被占用，请停止占用它的程序，或用 PORT 另设端口。`
  if (code === 'EACCES') return `没有权限使用端口 ${port}，请用 PORT 另设 1024 以上的端口。`
  return `无法在 HOST ${host} 的端口 ${port} 上提供服务（${code}）。`
}
