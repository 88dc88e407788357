import { Button } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import type { FormField } from '#lib/form/form.ts'
import { CallReach, inParts } from '#ui/act/CallReach.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import type { Tone } from '#ui/Tag.tsx'
import { partsOf } from '#ui/table/useBulk.ts'
import type { ShortfallState } from '../../shortfallWords.ts'

export const shortfallTones: Record<ShortfallState, Tone> = { short: 'bad', ahead: 'warn', resolved: 'plain' }

const fields: FormField[] = [
  {
    name: 'demand',
    label: '要求',
    section: '',
    kind: 'paragraph',
    required: true,
    max: 300,
    hint: '写明做什么、什么时候以前；情况（缺什么、缺多少）会自动写在前面',
  },
]
const DEFAULT_DEMAND =
  '请于 15 日内补足有关人员，并将其证书、职称证明和社保证明送协会核对；逾期未补足的，协会将暂停证书。'

type Shortfall = { id: number; organisationId: number; state: ShortfallState }
type Props = { rows: readonly Shortfall[]; done: () => void }

/** 发函提醒: to whoever signs in for the company, by text also to its representative and its liaison. */
export function RemindShortfalls({ rows, done }: Props) {
  const [asking, ask] = useState(false)
  const of = rows.filter(({ state }) => state !== 'resolved')
  const companies = new Set(of.map(({ organisationId }) => organisationId)).size
  const ids = of.map(({ id }) => id)
  const send = async (demand: string) => {
    let told = 0
    for (const some of partsOf(ids))
      told += (await browserApi('POST /staff/qualification/shortfall/remind', { ids: some, demand })).count
    announce(`已就 ${told} 张证书发函提醒`)
    done()
  }
  return (
    <>
      <Button type="primary" disabled={of.length === 0} onClick={() => ask(true)}>
        发函提醒（{of.length}）
      </Button>
      {asking && (
        <FormDialog
          title="发函提醒"
          fields={fields}
          initial={{ demand: DEFAULT_DEMAND }}
          action={`发给 ${companies} 家单位`}
          send={({ demand }) => send(String(demand ?? ''))}
          close={() => ask(false)}
          intro={
            <p>
              就 {of.length} 张证书向 {companies}{' '}
              家单位发送站内消息和短信，并记入审计日志。需要暂停证书的，请打开证书办理。
            </p>
          }
        >
          <CallReach
            {...inParts(ids, some => ({
              call: 'POST /staff/qualification/shortfall/remind',
              input: { ids: some, demand: DEFAULT_DEMAND },
            }))}
          />
        </FormDialog>
      )}
    </>
  )
}
