import { browserApi } from '#api/browser.ts'
import { choicesIn, type FormField, type FormValues } from '#lib/form/form.ts'
import { typedKeys } from '#lib/keys.ts'
import { yuan } from '#lib/money.ts'
import { type ActOnOne, ActsOnOne } from '#ui/register/ActsOnOne.tsx'
import type { StaffRegistrationDetail } from './deskViews.ts'

type Act = Exclude<StaffRegistrationDetail['canDo'][number], 'people'>
type Props = { of: StaffRegistrationDetail; done: (words: string) => void; reload: () => void }

const opinion = (label: string, required = false): FormField => ({
  name: 'opinion',
  label,
  section: '',
  kind: 'paragraph',
  max: 1000,
  required,
  hint: '报名人会看到',
})

const acts: Record<
  Act,
  { name: string; said: string; danger?: boolean; intro: (of: StaffRegistrationDetail) => string }
> = {
  pass: {
    name: '通过',
    said: '已通过',
    intro: ({ fee }) => (fee.total > 0 ? `通过后通知报名人缴纳 ${yuan(fee.total)} 元。` : '通过后即报名成功。'),
  },
  return: {
    name: '退回',
    said: '已退回，报名人会收到通知',
    intro: () => '勾选要更正的栏目并写明要求，只有这些栏目会重新打开。',
  },
  reject: {
    name: '不予通过',
    said: '未予通过，报名人会收到通知',
    danger: true,
    intro: () => '报名就此结束，占用的名额空出来递补。',
  },
  confirm: {
    name: '确认到账',
    said: '已确认到账，报名成功',
    intro: ({ fee }) => `确认已收到 ${yuan(fee.total)} 元，报名即告成功。`,
  },
  giveBack: { name: '退回凭证', said: '凭证已退回', intro: () => '报名人须重新提交缴费凭证。' },
}

/** What may be decided now, each after saying what it brings about. */
export function DecideRegistration({ of, done, reload }: Props) {
  const actOf = (act: Act): ActOnOne => ({
    ...acts[act],
    intro: acts[act].intro(of),
    isMain: act === 'pass' || act === 'confirm',
    fields: values => fieldsFor(act, of, choicesIn(values, 'marked')),
  })
  const send = async (act: Act, values: FormValues) => {
    await post(act, of, values)
    done(acts[act].said)
  }
  const possible = typedKeys(acts).filter(act => of.canDo.includes(act))
  return <ActsOnOne possible={possible} actOf={actOf} called={of.organisationName} send={send} reload={reload} />
}

/** `chosen`: the fields that are to be corrected, each with what is asked of it. */
function fieldsFor(act: Act, { application }: StaffRegistrationDetail, chosen: string[]): FormField[] {
  switch (act) {
    case 'pass':
    case 'confirm':
      return [opinion('意见')]
    case 'reject':
    case 'giveBack':
      return [opinion('理由', true)]
    case 'return': {
      const fields = application?.fields ?? []
      const marks = fields.map(({ field, label }) => ({ code: field, name: label }))
      return [
        { name: 'marked', label: '要更正的栏目', section: '', kind: 'choices', options: marks },
        ...fields
          .filter(({ field }) => chosen.includes(field))
          .map(
            ({ field, label }): FormField => ({
              name: remarkName(field),
              label: `对“${label}”的要求`,
              section: '',
              kind: 'paragraph',
              max: 500,
              required: true,
            }),
          ),
        opinion('总的意见'),
      ]
    }
  }
}

const remarkName = (field: string) => `remark-${field}`

function post(act: Act, of: StaffRegistrationDetail, values: FormValues): Promise<unknown> {
  const said = String(values.opinion ?? '')
  const seen = { id: of.id, version: of.application?.version ?? of.version, opinion: said }
  switch (act) {
    case 'confirm':
      return browserApi('POST /staff/training/registration/payment', { ...seen, action: 'pass' })
    case 'giveBack':
      return browserApi('POST /staff/training/registration/payment', { ...seen, action: 'return' })
    default: {
      const marked = act === 'return' ? choicesIn(values, 'marked') : []
      const remarks = marked.map(field => ({ field, text: String(values[remarkName(field)] ?? '') }))
      return browserApi('POST /staff/training/registration/decide', { ...seen, action: act, remarks })
    }
  }
}
