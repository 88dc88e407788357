import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { iso } from '../../dates.ts'
import type { Driver } from './drivers.ts'
import { letter } from './smtp.ts'

/** One line a text: `{"to":…,"text":…,"at":…}`. */
export const smsFile =
  (dataDir: string): Driver =>
  async ({ to, text }) => {
    const line = JSON.stringify({ to, text, at: iso(new Date()) })
    await appendFile(join(await folder(dataDir), 'sms.jsonl'), `${line}\n`, { mode: 0o600 })
  }

/** A file a mail, as mail programs open it; sent again, it is the same file. */
export const mailFile =
  (dataDir: string): Driver =>
  async parcel => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
    const { message } = await transport.sendMail(letter(parcel, FROM))
    const name = `${iso(parcel.createdAt).replace(/\D/g, '').slice(0, 14)}-${parcel.id}.eml`
    await writeFile(join(await folder(dataDir, 'mail'), name), message, { mode: 0o600 })
  }

const FROM = '行协 <no-reply@localhost>'

async function folder(dataDir: string, ...below: string[]) {
  const path = join(dataDir, 'outbox', ...below)
  await mkdir(path, { recursive: true, mode: 0o700 })
  return path
}
