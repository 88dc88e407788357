import { randomBytes } from 'node:crypto'
import type { Account } from './envelope.ts'
import type { Follower } from './follower.ts'

export type Code = { scene: string; ticket: string; url: string; until: number }
export type Alarm = { at: string; content: string }
/** How the next call to a path goes wrong: with this answer, after so many ms, or without any. */
export type Mishap = { path: string; errcode?: number; delay?: number; cut?: boolean }

/** What the platform keeps; all of it goes when the stand-in ends. */
export function makePlatform(account: Account & { appSecret: string; robotKey: string }) {
  const random = (bytes = 24) => randomBytes(bytes).toString('base64url')
  return {
    account,
    random,
    token: { value: '', until: 0, asked: 0 },
    ticket: { value: '', until: 0, asked: 0 },
    codes: [] as Code[],
    grants: new Map<string, string>(),
    followers: ['王敏', '李晓明', '张工'].map(
      (name): Follower => ({ openid: `o${random(20).replace(/-/g, 'x')}`, name, isFollowing: false, received: [] }),
    ),
    /** `id` has more digits than a number of JavaScript holds. */
    sent: [] as { id: string; openid: string; templateId: string; data: object; clientId: string }[],
    alarms: [] as Alarm[],
    mishaps: [] as Mishap[],
  }
}
export type Platform = ReturnType<typeof makePlatform>

/** The newest token is good, and so is the one before it for five minutes: here only the newest is. */
export const isToken = ({ token }: Platform, given: string | undefined) =>
  given !== undefined && given === token.value && Date.now() < token.until
