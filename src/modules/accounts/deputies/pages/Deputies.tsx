import { Button } from 'antd'
import { useState } from 'react'
import type { ApiContract } from '#api/contract.ts'
import { toRefusal } from '#api/useApi.ts'
import type { Input, Output } from '#lib/contract.ts'
import type { FormField } from '#lib/form/form.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { Tag } from '#ui/Tag.tsx'

type Deputy = Output<ApiContract['GET /staff/deputy/own']>['given'][number]
type Term = Input<ApiContract['POST /staff/deputy/name']>
type Props = {
  /** Terms in which others stand in for the person. */
  deputies: readonly Deputy[]
  /** Terms in which the person stands in for others. */
  taken: readonly Deputy[]
  colleagues: readonly { id: number; name: string }[]
  name: (term: Term) => Promise<unknown>
  end: (id: number) => Promise<unknown>
  changed: () => void
}

export function Deputies({ deputies, taken, colleagues, name, end, changed }: Props) {
  const [naming, setNaming] = useState(false)
  const [problem, setProblem] = useState<string>()
  const stop = (id: number) => {
    end(id).then(
      () => {
        setProblem(undefined)
        changed()
      },
      error => setProblem(toRefusal(error).message),
    )
  }
  return (
    <>
      <p>代理期间，代理人另有被代理人各角色的权限（地区限制相同），到期自动结束，不能再转给他人；所做的记为“代”。</p>
      <ul>
        {deputies.map(({ id, deputyName, fromDay, toDay, isRunning }) => (
          <li key={id}>
            {deputyName}：{fromDay} 至 {toDay}{' '}
            <Tag tone={isRunning ? 'good' : 'water'}>{isRunning ? '代理中' : '未开始'}</Tag>{' '}
            <Button size="small" onClick={() => stop(id)}>
              结束<span className="hidden-text">{deputyName}的代理</span>
            </Button>
          </li>
        ))}
        {taken.map(({ id, principalName, fromDay, toDay }) => (
          <li key={id}>
            代 {principalName}：{fromDay} 至 {toDay}
          </li>
        ))}
      </ul>
      <Problem>{problem}</Problem>
      <Button onClick={() => setNaming(true)}>指定代理人</Button>
      {naming && (
        <FormDialog
          title="指定代理人"
          fields={fieldsWith(colleagues)}
          action="指定"
          send={async ({ deputyId, fromDay, toDay }) => {
            await name({ deputyId: Number(deputyId), fromDay: String(fromDay ?? ''), toDay: String(toDay ?? '') })
            changed()
          }}
          close={() => setNaming(false)}
        />
      )}
    </>
  )
}

const fieldsWith = (colleagues: Props['colleagues']): FormField[] => [
  {
    name: 'deputyId',
    label: '代理人',
    section: '代理',
    kind: 'choice',
    required: true,
    options: colleagues.map(({ id, name }) => ({ code: String(id), name })),
  },
  { name: 'fromDay', label: '开始日期', section: '代理', kind: 'day', required: true },
  { name: 'toDay', label: '结束日期', section: '代理', kind: 'day', required: true },
]
