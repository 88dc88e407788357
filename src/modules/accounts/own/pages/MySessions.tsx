import { Button } from 'antd'
import type { ApiContract } from '#api/contract.ts'
import { type Answer, useSubmit } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { signInColumns } from './SignIns.tsx'

type Props = { of: 'member' | 'staff'; answer: Answer<Output<ApiContract['GET /member/session/list']>> }

/** Current sessions of the own account; unknown ones can be ended. */
export function MySessions({ of, answer }: Props) {
  const { submit, busy, error } = useSubmit(`POST /${of}/session/end`)
  const end = async (which: { id: number } | { all: true }) => {
    if (await submit(which)) answer.reload()
  }
  const others = answer.data?.some(({ current }) => !current)
  return (
    <section className={of === 'staff' ? 'desk-card' : 'centre-card'}>
      <div className={of === 'staff' ? 'desk-card-head' : 'centre-card-head'}>
        <h2>现有的登录</h2>
        {others && (
          <Button loading={busy} onClick={() => void end({ all: true })}>
            退出其他全部登录
          </Button>
        )}
      </div>
      <Problem>{error?.message}</Problem>
      <DataTable
        caption="本账号现有的登录"
        answer={answer}
        empty={{ title: '没有其他登录' }}
        columns={[
          {
            name: '设备',
            cell: ({ device, current }) => (
              <>
                {device} {current && <Tag tone="good">本机</Tag>}
              </>
            ),
          },
          ...signInColumns,
          {
            name: '操作',
            nowrap: true,
            cell: ({ id, current, device }) =>
              current ? (
                '正在使用'
              ) : (
                <Button disabled={busy} aria-label={`退出：${device}`} onClick={() => void end({ id })}>
                  退出
                </Button>
              ),
          },
        ]}
      />
    </section>
  )
}
