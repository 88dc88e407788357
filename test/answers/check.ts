import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '../../src/api/contract.ts'
import type { Endpoint, Key } from '../../src/lib/contract.ts'
import { emptyFields, idleParameters } from './exceptions.ts'
import type { Fact } from './record.ts'
import { Fields, Schema } from './shape.ts'

/**
 * Holds what a whole run of the tests has shown against what the contract promises: each field of each answer was seen
 * filled, each parameter made a difference (of calls that write: was given to one that was accepted). Prints how many
 * these are, and what is missing; called with the folder of the facts. With `--strict`, as the whole run has it, what is missing is a fault.
 */
function check(dir: string): boolean {
  const facts = new Set(
    readdirSync(dir).flatMap(name => readFileSync(join(dir, name), 'utf8').trimEnd().split('\n') as Fact[]),
  )
  const endpoints = Object.entries(contract) as [Key, Endpoint][]
  const answering = endpoints.flatMap(([key, { output }]) => (output === 'file' ? [] : [[key, output] as const]))
  const fields = new Fields(new Map(answering))
  const everyField = [...new Set(answering.flatMap(([key]) => [...fields.of(key)]))]
  const everyParameter = endpoints.flatMap(([key, { input }]) =>
    [...new Schema(input, 'input').parameters().keys()].map(name => `${key} ${name}`),
  )
  const isShown = (parameter: string) =>
    facts.has(parameter.startsWith('GET ') ? `mattered ${parameter}` : `given ${parameter}`)
  const empty = judge(
    everyField.filter(field => !facts.has(`filled ${field}`)),
    emptyFields,
  )
  const idle = judge(
    everyParameter.filter(parameter => !isShown(parameter)),
    idleParameters,
  )
  console.log(`${endpoints.length} 个接口：回答 ${everyField.length} 栏，参数 ${everyParameter.length} 个`)
  tell('没有一次有内容的栏', empty)
  tell('没有一次起作用的参数', idle)
  return [empty, idle].every(({ unexplained, stale }) => unexplained.length + stale.length === 0)
}

/** Separates findings without an exception from exceptions without a finding. */
const judge = (missing: readonly string[], exceptions: readonly [RegExp, string][]) => ({
  excepted: missing.length,
  unexplained: missing.filter(one => !exceptions.some(([pattern]) => pattern.test(one))),
  stale: exceptions.filter(([pattern]) => !missing.some(one => pattern.test(one))).map(([pattern]) => String(pattern)),
})

function tell(what: string, { excepted, unexplained, stale }: ReturnType<typeof judge>) {
  console.log(`${what}：${excepted}，其中说明了原因的 ${excepted - unexplained.length}`)
  for (const one of unexplained) console.log(`  ✗ ${one}`)
  for (const one of stale) console.log(`  ✗ 已不需要的例外 ${one}`)
}

const [dir, mode] = process.argv.slice(2)
if (!check(dir!) && mode === '--strict') process.exitCode = 1
