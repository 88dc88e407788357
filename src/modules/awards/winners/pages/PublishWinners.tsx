import { Button } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import { dayOf, longDay } from '#lib/dates.ts'
import { type FormField, optionsOf } from '#lib/form/form.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'

const fields: FormField[] = [
  {
    name: 'shown',
    label: '办理',
    section: '',
    kind: 'choice',
    required: true,
    options: optionsOf({ yes: '公布', no: '撤下，不再公布' }),
  },
  {
    name: 'on',
    label: '公布日期',
    section: '',
    kind: 'day',
    hint: '从这一天起，在获奖名单、搜索和会员详情中公开；撤下的不填',
  },
]

type Props = { ids: readonly number[]; done: () => void }

/** Several winners at once, from a day on: all or none. */
export function PublishWinners({ ids, done }: Props) {
  const [isAsking, ask] = useState(false)
  return (
    <>
      <Button type="primary" onClick={() => ask(true)}>
        公布所选
      </Button>
      {isAsking && (
        <FormDialog
          title={`公布 ${ids.length} 个获奖项目`}
          intro={<p>所选的一起公布；任何一项不能公布时，全部都不改动。</p>}
          fields={fields}
          initial={{ shown: 'yes', on: dayOf(new Date()) }}
          action="确定"
          close={() => ask(false)}
          send={async ({ shown, on }) => {
            const day = shown === 'no' ? null : String(on ?? '')
            const { count } = await browserApi('POST /staff/award-winner/publish', { ids: [...ids], on: day })
            announce(day === null ? `已撤下 ${count} 项` : `${count} 项自 ${longDay(day)} 起公布`)
            done()
          }}
        />
      )}
    </>
  )
}
