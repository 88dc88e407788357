import type { FastifyInstance } from 'fastify'

/** In ms: how long whoever is being served when the program ends may take. */
const PATIENCE = 8_000

/** Opens the port; why it cannot be had is one plain sentence. */
export async function openPort(app: FastifyInstance, { port, host }: { port: number; host: string }) {
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), PATIENCE).unref()
  })
  await app.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    throw new Error(reasonFor(error.code, port, host), { cause: error })
  })
}

function reasonFor(code: string | undefined, port: number, host: string): string {
  if (code === 'EADDRINUSE') return `端口 ${port} 已被占用，请停止占用它的程序，或用 PORT 另设端口。`
  if (code === 'EACCES') return `没有权限使用端口 ${port}，请用 PORT 另设 1024 以上的端口。`
  return `无法在 HOST ${host} 的端口 ${port} 上提供服务（${code}）。`
}
