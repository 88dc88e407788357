import { dayOf } from '#lib/dates.ts'
import { forbidden, invalid, notFound } from '#lib/error.ts'
import type { FieldErrors, FormValues, Point } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import { labelled, unlabelled } from '#lib/form/formWords.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { changeWithVersion, lockObjectType, versionOf } from '#modules/audit/server/changes.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { defineRestorable } from '#modules/audit/server/restoring.ts'
import { LETTER_PLACEHOLDERS, MAX_LINKS, settingForm, settingForms } from '../forms.ts'
import type { Association, Groups } from '../groups.ts'
import { holidayLinesFault } from '../holidayLines.ts'
import { linkLinesFault } from '../linkLines.ts'
import type { SettingForm } from '../settingForm.ts'
import type { staffSettingsContract } from '../staffContract.ts'
import { colourFaults } from '../theme.ts'
import { wordLinesFault } from '../wordLines.ts'
import { readPublicWordRule } from './publicWords.ts'
import { changeGroup, readGroup } from './settings.ts'
import { wrongIf } from './siteRecords.ts'
import { notifyWatchers } from './watching.ts'

type Endpoints = typeof staffSettingsContract

/** Groups whose texts everybody reads; the lists of words themselves and what only staff read are others. */
const PUBLIC_GROUPS: readonly string[] = ['association', 'texts', 'certificate']

/** The part of its group that one form shows. The point of the map stands in two columns. */
export async function readValues(ctx: Pick<Ctx, 'db'>, { group, fields }: SettingForm): Promise<FormValues> {
  const kept: FormValues = await readGroup(ctx, group)
  const { lng, lat } = kept
  const point = typeof lng === 'number' && typeof lat === 'number' ? { lng, lat } : null
  return Object.fromEntries(fields.map(({ name, kind }) => [name, kind === 'point' ? point : (kept[name] ?? null)]))
}

export const editingHandlers = {
  'GET /staff/settings': async ctx => {
    const shown = []
    for (const form of settingForms) {
      const values = await readValues(ctx, form)
      const { code, name, hint, fields } = form
      shown.push({ code, name, hint, fields: [...fields], values, version: versionOf(values) })
    }
    return shown
  },
  'POST /staff/settings/save': (ctx, { code, ...sent }) => saveSettings(ctx, settingForm(code), sent),
  'POST /staff/settings/payAccount': (ctx, sent) => saveSettings(ctx, settingForm('payAccount'), sent),
} satisfies Partial<Handlers<Endpoints>>

type Sent = { version: string; form: Record<string, unknown> }

export const saveSettings = (ctx: Ctx, form: SettingForm, { version, form: sent }: Sent) =>
  changeWithVersion(
    ctx,
    { objectType: 'setting', objectName: form.name, version, read: inside => readValues(inside, form) },
    async (inside, before) => {
      const after = await write(inside, form, before, sent, 'setting.change')
      return { version: versionOf(after) }
    },
  )

async function write(ctx: Ctx, form: SettingForm, before: FormValues, sent: Record<string, unknown>, action: string) {
  const { values, errors } = readForm(form.fields, sent, {
    whole: true,
    today: dayOf(ctx.now),
    words: PUBLIC_GROUPS.includes(form.group) ? await readPublicWordRule(ctx, before) : undefined,
  })
  const wrong = { ...checks[form.code]?.(values), ...errors }
  if (Object.keys(wrong).length > 0) throw invalid(`有 ${Object.keys(wrong).length} 处需要更正`, wrong)
  await changeGroup(ctx, form.group, toKeep(form, values))
  const after = await readValues(ctx, form)
  const [was, is] = [before, after].map(each => labelled(form.fields, each))
  await recordChange(ctx, { action, objectType: 'setting', objectName: form.name, before: was!, after: is! })
  if (versionOf(before) !== versionOf(after)) await notifyWatchers(ctx, form.code, before)
  return after
}

/** Empty fields are stored as an empty text, dates and times as null. */
const toKeep = ({ fields }: SettingForm, values: FormValues): Partial<Groups[SettingForm['group']]> =>
  Object.fromEntries(
    fields.flatMap(({ name, kind }): [string, unknown][] => {
      if (kind === 'point') return Object.entries((values[name] as Point | null) ?? { lng: null, lat: null })
      return [[name, values[name] ?? (kind === 'moment' || kind === 'day' ? null : '')]]
    }),
  )

const words = (value: FormValues[string] | undefined) => String(value ?? '')

/** Number of a filing: eight digits until about 2020, since then the year before them; -4A names an app (工业和信息化部令第 33 号). */
const ICP = /^[\u4e00-\u9fa5]ICP备\d{8,12}号(-\d{1,3}[A-Z]?)?$/
const POLICE = /^[\u4e00-\u9fa5]公网安备\d{14}号$/

const faultOf = (name: string, fault: string | undefined): FieldErrors => (fault ? { [name]: fault } : {})

const listFaults = (lists: FormValues): FieldErrors =>
  Object.assign({}, ...Object.entries(lists).map(([name, list]) => faultOf(name, wordLinesFault(words(list)))))

/** Says of each text which of its placeholders nothing would fill in. */
const placeholderFaults = (values: FormValues, names: string[], known: readonly string[]): FieldErrors =>
  Object.fromEntries(
    names.flatMap(name => {
      const unknown = [...words(values[name]).matchAll(/\{([^{}]*)\}/g)].find(([, one]) => !known.includes(one!))
      return unknown ? [[name, `没有 ${unknown[0]}，可以用的有：${known.map(one => `{${one}}`).join('、')}`]] : []
    }),
  )

/** Checks beyond the kind of a field. */
const checks: Record<string, (values: FormValues) => FieldErrors> = {
  filing: ({ icp, police }) => ({
    ...wrongIf(!!icp && !ICP.test(words(icp)), { icp: 'ICP 备案号格式应如 京ICP备2021012345号-1' }),
    ...wrongIf(!!police && !POLICE.test(words(police)), {
      police: '公安备案号格式应如 京公网安备11010502030001号，共 14 位数字',
    }),
  }),
  display: ({ greyFrom, greyTo }) => ({
    ...wrongIf(!!greyTo && !greyFrom, { greyFrom: '请填写开始时间，或清空结束时间' }),
    ...wrongIf(!!greyTo && !!greyFrom && words(greyTo) <= words(greyFrom), { greyTo: '结束时间应晚于开始时间' }),
  }),
  colours: ({ main, accent }) => colourFaults({ main: words(main), accent: words(accent) }),
  notFound: ({ notFoundLinks }) =>
    faultOf('notFoundLinks', linkLinesFault(words(notFoundLinks), MAX_LINKS.notFoundLinks)),
  footer: ({ footerLinks }) => faultOf('footerLinks', linkLinesFault(words(footerLinks), MAX_LINKS.footerLinks)),
  membership: ({ numberPrefix }) =>
    wrongIf(!/^[A-Z0-9][A-Z0-9-]{0,9}$/.test(words(numberPrefix)), {
      numberPrefix: '前缀应为 1 到 10 个大写字母或数字',
    }),
  holidays: ({ days }) => faultOf('days', holidayLinesFault(words(days))),
  refunds: ({ examineDays, payDays }) => ({
    ...wrongIf(!Number.isInteger(examineDays), { examineDays: '应为整数' }),
    ...wrongIf(!Number.isInteger(payDays), { payDays: '应为整数' }),
  }),
  paymentLetters: values => ({
    ...placeholderFaults(values, ['noticeText', 'reminderText', 'closing'], LETTER_PLACEHOLDERS),
    ...Object.fromEntries(
      ['noticeWord', 'reminderWord'].flatMap(name =>
        /[\s\d〔〕]/.test(words(values[name])) ? [[name, '字号不能有空格、数字和括号']] : [],
      ),
    ),
    ...wrongIf(words(values.noticeWord) === words(values.reminderWord), { reminderWord: '两种信函的字号应当不同' }),
  }),
  words: listFaults,
  advertWords: listFaults,
  sms: ({ price }) =>
    wrongIf(!!price && !/^\d(\.\d{1,4})?$/.test(words(price)), { price: '应为以元为单位的数，如 0.045，最多四位小数' }),
  payAccount: ({ number, code }) => ({
    ...wrongIf(!/^[\d -]{8,30}$/.test(words(number)), { number: '账号应为 8 到 30 位数字' }),
    ...wrongIf(!!code && !/^\d{12}$/.test(words(code)), { code: '行号应为 12 位数字' }),
  }),
}

/** Name of the association's pictures in the audit log. */
const PICTURES = '徽标与二维码'
const pictureLabels = { logo: '徽标', logoIsWide: '徽标是横图', share: '分享图片', qr: '二维码' }
type Pictures = Pick<Association, keyof typeof pictureLabels>

export async function readPictures(ctx: Pick<Ctx, 'db'>): Promise<Pictures> {
  const { logo, logoIsWide, share, qr } = await readGroup(ctx, 'association')
  return { logo, logoIsWide, share, qr }
}

/** The files behind them are the caller's to judge: this module knows none. */
export const savePictures = (ctx: Ctx, version: string, make: (ctx: Ctx, before: Pictures) => Promise<Pictures>) =>
  changeWithVersion(
    ctx,
    { objectType: 'setting', objectName: PICTURES, version, read: readPictures },
    async (inside, before) => {
      const after = await make(inside, before)
      await writePictures(inside, before, after, 'setting.change')
      return { version: versionOf(after) }
    },
  )

async function writePictures(ctx: Ctx, before: Pictures, after: Pictures, action: string) {
  await changeGroup(ctx, 'association', after)
  const [was, is] = [before, after].map(({ logo, logoIsWide, share, qr }) => ({
    [pictureLabels.logo]: logo,
    [pictureLabels.logoIsWide]: logoIsWide,
    [pictureLabels.share]: share,
    [pictureLabels.qr]: qr,
  }))
  await recordChange(ctx, { action, objectType: 'setting', objectName: PICTURES, before: was!, after: is! })
}

/** Pictures according to a line of the audit log; those it does not mention stay unchanged. */
function restoredPictures(now: Pictures, before: Record<string, unknown>): Pictures {
  const was = <Name extends keyof Pictures>(name: Name) =>
    (pictureLabels[name] in before ? before[pictureLabels[name]] : now[name]) as Pictures[Name]
  return { logo: was('logo'), logoIsWide: was('logoIsWide'), share: was('share'), qr: was('qr') }
}

defineRestorable('setting', {
  permission: 'staff:site',
  secondPerson: ({ objectName }) => (objectName === settingForm('payAccount').name ? 'payAccount' : undefined),
  restore: (ctx, { objectName, before }) =>
    inTransaction(ctx, async inside => {
      await lockObjectType(inside, 'setting')
      if (objectName === PICTURES || objectName === pictureLabels.qr) {
        const now = await readPictures(inside)
        return writePictures(inside, now, restoredPictures(now, before), 'setting.restore')
      }
      const form = settingForms.find(({ name }) => name === objectName)
      if (!form) throw notFound('没有这组设置')
      if (form.code === 'payAccount' && !signedInActor(ctx).permissions.includes('staff:finance'))
        throw forbidden('收款账户由有财务权限的同事修改')
      const now = await readValues(inside, form)
      await write(inside, form, now, { ...now, ...unlabelled(form.fields, before) }, 'setting.restore')
    }),
})
