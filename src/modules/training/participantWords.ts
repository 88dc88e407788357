import { typedKeys } from '#lib/keys.ts'
export const examKindNames = { first: '取证', renewal: '换证', makeup: '补考' }
export type ExamKind = keyof typeof examKindNames
export const examKinds = typedKeys(examKindNames)

export const stayNames = { none: '不住宿', single: '单住', shared: '合住' }
export type Stay = keyof typeof stayNames
export const stays = typedKeys(stayNames)

/** `failed` and `absent` may try once more. */
export const resultNames = {
  none: '未考',
  passed: '合格',
  failed: '不合格',
  absent: '缺考',
  makeupPassed: '补考合格',
  makeupFailed: '补考不合格',
}
export type ParticipantResult = keyof typeof resultNames
export const participantResults = typedKeys(resultNames)
export const isPassed = (result: ParticipantResult) => result === 'passed' || result === 'makeupPassed'

/** The version of the text to which participants agree: agreeing to it does not mean agreeing to a later one. */
export const CONSENT_VERSION = '1'
export const CONSENT_TEXT = '本人同意协会公示姓名（隐去部分字）、单位和证书信息，供公众查验；可随时撤回'
