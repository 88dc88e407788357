import { readFileSync } from 'node:fs'
import { toPdf } from './pdf.ts'
import { printable } from './printable.ts'

const template = readFileSync(new URL('./letter.typ', import.meta.url), 'utf8')

/** Letter of the association on its letterhead, to be sealed. */
export type Letter = {
  association: string
  /** Colour of the association; absent: the program's own. */
  colour?: string
  title: string
  number: string
  issuedOn: string
  addressee: string
  opening: string
  /** A heading, which may be empty, and rows of a label and what is said. */
  tables: [title: string, rows: string[][]][]
  notes: string[]
}

export const letterPdf = async (letter: Letter): Promise<Buffer> => toPdf(template, printable(letter))

export type PayAccount = { name: string; bank: string; number: string; code: string }

/** Table with the account to pay to, in groups of four digits, and the remark for the transfer. */
export const payTable = (account: PayAccount, remark: string): Letter['tables'][number] => [
  '收款账户',
  [
    ['户名', account.name],
    ['开户行', account.bank],
    ['账号', account.number.replace(/\d{4}(?=\d)/g, '$& ')],
    ...(account.code ? [['行号', account.code]] : []),
    ['汇款备注', remark],
  ],
]
