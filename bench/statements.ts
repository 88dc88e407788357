import type { Pool, QueryConfig } from 'pg'

export type Statement = { text: string; values: unknown[] }

type Ask = (this: Pool, config: QueryConfig | string, values: unknown[]) => Promise<unknown>

/**
 * Records the SQL statements that `work` runs through the pool: stages run one after another, the statements of an
 * inner list at the same time. Run bare, they are the floor that the answer is compared with.
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
