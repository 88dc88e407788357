import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { announce } from '#api/session.ts'
import { useApi } from '#api/useApi.ts'
import type { Input } from '#lib/contract.ts'
import { type FormField, optionsOf } from '#lib/form/form.ts'
import { costWords } from '#modules/messages/sms.ts'
import { ReachSummary } from '#ui/act/ReachSummary.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { States } from '#ui/States.tsx'

const fields: FormField[] = [
  {
    name: 'by',
    label: '同时发短信',
    section: '',
    kind: 'choice',
    required: true,
    options: optionsOf({ no: '只发站内消息', sms: '站内消息和短信' }),
  },
]
type Props = {
  filter: Input<ApiContract['GET /staff/fee/remind']>
  whose?: string
  close: () => void
  changed: () => void
}

/** Reminds who is in the list, or was picked out, and has neither paid nor shown a slip. */
export function RemindFees({ filter, whose = '当前筛选下', close, changed }: Props) {
  const ahead = useApi('GET /staff/fee/remind', filter)
  const count = ahead.data?.count ?? 0
  const remind = async (sms: boolean) => {
    await browserApi('POST /staff/fee/remind', { ...filter, sms, expected: count })
    announce(`已催缴 ${count} 笔，消息随后发出`)
    changed()
  }
  return (
    <FormDialog
      title="催缴会费"
      fields={fields}
      initial={{ by: 'no' }}
      action={`催缴 ${count} 笔`}
      disabled={count === 0}
      send={({ by }) => remind(by === 'sms')}
      close={close}
      intro={<p>对象是{whose}未缴、也未提交凭证的会费。文字可在“消息模板”中修改。</p>}
    >
      <States answer={ahead} lines={1}>
        {({ count, people, smsParts, textPrice, reach }) => (
          <>
            <p role="status">
              <b>{count} 笔会费</b>，涉及 {people} 个账号；选择短信时，账号的短信按 {smsParts} 条计
              {costWords(smsParts, textPrice)}。
            </p>
            <ReachSummary
              counts={reach}
              sms
              mail
              load={(channel, pageNum) => browserApi('GET /staff/fee/remind/reach', { ...filter, channel, pageNum })}
            >
              <p>
                都收不到的可以<Link to="/staff/letters">打印催缴函</Link>寄出。
              </p>
            </ReachSummary>
          </>
        )}
      </States>
    </FormDialog>
  )
}
