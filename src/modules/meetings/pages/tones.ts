import type { Tone } from '#ui/Tag.tsx'
import type { MeetingState, ProxyState, Reply } from '../meetingWords.ts'
import type { MinutesState } from '../minutesWords.ts'

export const meetingTones: Record<MeetingState, Tone> = {
  planned: 'water',
  held: 'warn',
  adjourned: 'plain',
  recorded: 'good',
}
export const replyTones: Record<Reply, Tone> = { attend: 'good', leave: 'plain', proxy: 'water' }
export const proxyTones: Record<ProxyState, Tone> = { asked: 'warn', confirmed: 'good', refused: 'bad' }
export const minutesTones: Record<MinutesState, Tone> = {
  draft: 'water',
  circulating: 'warn',
  signing: 'warn',
  signed: 'good',
  replaced: 'plain',
}
