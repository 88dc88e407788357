import type { SendMailOptions } from 'nodemailer'
import type { Config } from '../process/config.ts'
import { type Driver, type Parcel, Undeliverable } from './parcel.ts'

/**
 * Timeout in ms of each step of the conversation, so that a connection does not long outlive the sender's own timeout.
 */
const STEP_TIMEOUT_MS = 3_000

/** `url`: smtp:// or smtps://, with user and password. `requiresTls`: nothing is sent to a server that does not encrypt. */
export const smtp = ({ url, from, requiresTls }: NonNullable<Config['smtp']>): Driver => {
  const timeouts = {
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    socketTimeout: STEP_TIMEOUT_MS,
  }
  const { protocol, hostname, port, username, password } = new URL(url)
  return async (parcel, signal) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      host: hostname,
      port: port ? Number(port) : undefined,
      secure: protocol === 'smtps:',
      requireTLS: requiresTls,
      auth: username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : undefined,
      ...timeouts,
    })
    signal.addEventListener('abort', () => transport.close(), { once: true })
    try {
      await transport.sendMail(mailOptions(parcel, from)).catch(refuseForGood)
    } finally {
      transport.close()
    }
  }
}

/** A server that refuses the recipient with 5xx refuses it at every attempt (RFC 5321, 4.2.1): the mail bounces. */
function refuseForGood(error: Error & { responseCode?: number; command?: string }): never {
  const { responseCode = 0, command } = error
  if (command === 'RCPT TO' && responseCode >= 500) throw new Undeliverable(`退信 ${responseCode}：${error.message}`)
  throw error
}

/**
 * Builds a mail with one address and one line of subject: user input can add neither a header nor a recipient. Contents
 * are always text, never read from files or addresses.
 */
export const mailOptions = (
  { id, to, subject, text, html, unsubscribe, attachments }: Parcel,
  from: string,
): SendMailOptions => ({
  from,
  to: { name: '', address: oneLine(to) },
  subject: oneLine(subject),
  text,
  html,
  headers: unsubscribe
    ? { 'List-Unsubscribe': `<${oneLine(unsubscribe)}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : undefined,
  attachments: attachments?.map(({ name, type, bytes }) => ({
    filename: oneLine(name),
    contentType: type,
    content: bytes,
  })),
  messageId: `<outbox-${id}@${from.match(/@([\w.-]+)/)?.[1] ?? 'localhost'}>`,
  disableFileAccess: true,
  disableUrlAccess: true,
})

const oneLine = (value: string) => value.replace(/[\x00-\x1f\x7f\u2028\u2029]+/g, ' ').trim()
