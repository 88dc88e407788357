import type { Pool, QueryConfig } from 'pg'

export type Statement = { text: string; values: unknown[] }

type Ask = (this: Pool, config: QueryConfig | string, values: unknown[]) => Promise<unknown>

/**
 * What `work` asks of the database through the pool: one after the other, and within an inner list at once. The floor
 * that an answer is compared with are these statements, bare.
 */
export async function statementsOf(pool: Pool, work: () => Promise<unknown>): Promise<Statement[][]> {
  const stages: Statement[][] = []
  let running = 0
  const query = pool.query
  pool.query = ((config: QueryConfig | string, values: unknown[] = []) => {
    const text = typeof config === 'string' ? config : config.text
    if (running++ === 0) stages.push([])
    stages.at(-1)!.push({ text, values })
    return (query as unknown as Ask).call(pool, config, values).finally(() => running--)
  }) as never
  try {
    await work()
  } finally {
    pool.query = query
  }
  return stages
}

export async function runBare(pool: Pool, stages: Statement[][]): Promise<void> {
  for (const stage of stages) await Promise.all(stage.map(({ text, values }) => pool.query(text, values)))
}
