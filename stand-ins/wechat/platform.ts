import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Account } from './envelope.ts'
import type { Follower } from './follower.ts'

export type Code = { scene: string; ticket: string; url: string; until: number }
/** `mentioned`: mobiles of whom the group is pointed at. */
export type Alarm = { at: string; content: string; mentioned: string[] }
/** Fault of the next call to a path: this error code, a delay in ms, or no answer. */
export type Mishap = { path: string; errcode?: number; delay?: number; cut?: boolean }

type Making = {
  account: Account & { appSecret: string; robotKey: string }
  openidOf: (name: string) => string
  folder: string
}

/**
 * State of the platform. The openids of followers are stored in a file; everything else is lost when the process ends.
 */
export function makePlatform({ account, openidOf, folder }: Making) {
  const path = join(folder, 'following')
  const following = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  const followers = ['王敏', '李晓明', '张工'].map((name): Follower => {
    const openid = openidOf(name)
    return { openid, name, isFollowing: following.includes(openid), received: [] }
  })
  const random = (bytes = 24) => randomBytes(bytes).toString('base64url')
  return {
    account,
    random,
    token: { value: '', until: 0, asked: 0 },
    ticket: { value: '', until: 0, asked: 0 },
    codes: [] as Code[],
    grants: new Map<string, string>(),
    followers,
    follow: (of: Follower, isFollowing: boolean) => {
      of.isFollowing = isFollowing
      const now = followers.flatMap(each => (each.isFollowing ? each.openid : []))
      writeFileSync(path, now.join('\n'))
    },
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
