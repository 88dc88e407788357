import type { Readable as Stream } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { zipOf } from '#lib/server/sheets/zipWriter.ts'
import { exportPage } from './page.ts'
import { type Part, type Readable, readableOf } from './readable.ts'

type About = { name: string; site: string; at: string }

/** Streams one ZIP with an HTML page, a workbook and JSON; each file is made when its turn comes. */
export const exportArchive = (about: About, parts: readonly Part[], now: Date): Stream =>
  zipOf(filesOf(about, parts), now)

async function* filesOf(about: About, parts: readonly Part[]) {
  const readable = parts.map(readableOf)
  yield { name: '我的信息.html', bytes: Buffer.from(exportPage(about, readable)) }
  yield { name: '我的信息.xlsx', bytes: await workbookOf(readable) }
  yield { name: '我的信息.json', bytes: Buffer.from(jsonOf(about, parts)) }
}

function jsonOf({ at }: About, parts: readonly Part[]): string {
  const named = parts.map(({ kind, ...part }) => [kind, part] as const)
  return JSON.stringify({ exportedAt: at, ...Object.fromEntries(named) }, null, 2)
}

const CONTENTS = ['种类', '数量', '用途', '保存多久'] as const
const MAX_CELL_LENGTH = 32_000

/** The contents first, then a sheet for each kind of which there is something. */
async function workbookOf(parts: readonly Readable[]): Promise<Buffer> {
  const contents = {
    name: '目录',
    columns: columnsOf(CONTENTS),
    rows: parts.map(({ name, rows, purpose, retention }) => [name, String(rows.length), purpose, retention]),
  }
  const sheets = parts
    .filter(({ rows }) => rows.length > 0)
    .map(({ name, headings, rows }) => ({ name, columns: columnsOf(headings), rows }))
  const { body } = sendWorkbook('我的信息', contents, ...sheets)
  return buffer(typeof body === 'function' ? await body() : body)
}

const columnsOf = (headings: readonly string[]) =>
  headings.map((title, i) => ({
    title,
    width: 24,
    value: (row: readonly string[]) => row[i]?.slice(0, MAX_CELL_LENGTH),
  }))
