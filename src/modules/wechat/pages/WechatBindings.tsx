import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import type { ApiContract } from '#api/contract.ts'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'

type Props = {
  of: Output<ApiContract['GET /member/wechat/list']>
  unbindBy: 'POST /member/wechat/unbind' | 'POST /staff/wechat/unbind'
  card: string
  /** Shows how another one is bound; `bound`: it is. */
  children: (bound: () => void) => ReactNode
}

/** WeChat accounts bound to the account, and binding of another one. */
export function WechatBindings({ of: { isOffered, bindings }, unbindBy, card, children }: Props) {
  const revalidate = useRevalidate()
  const { submit, busy, error } = useSubmit(unbindBy)
  const [bound, setBound] = useState(0)
  const unbind = async (id: number) => {
    if (!(await submit({ id }))) return
    announce('已解绑')
    await revalidate()
  }
  const isBound = () => {
    announce('微信已绑定')
    setBound(bound + 1)
    void revalidate()
  }
  return (
    <>
      <section className={card}>
        <h2>已绑定的微信</h2>
        <Problem>{error?.message}</Problem>
        <DataTable
          caption="已绑定的微信"
          answer={{ data: bindings, error: undefined, loading: false, reload: () => void revalidate() }}
          empty={{ title: '还没有绑定微信' }}
          columns={[
            { name: '微信', cell: ({ name }) => name },
            { name: '绑定于', cell: ({ boundAt }) => minute(boundAt), nowrap: true },
            {
              name: '消息',
              cell: ({ isFollowing }) =>
                isFollowing ? <Tag tone="good">收得到</Tag> : <Tag tone="warn">已取消关注，收不到</Tag>,
            },
            {
              name: '操作',
              nowrap: true,
              cell: ({ id, name }) => (
                <Button disabled={busy} aria-label={`解绑：${name}`} onClick={() => void unbind(id)}>
                  解绑
                </Button>
              ),
            },
          ]}
        />
      </section>
      <section key={bound} className={card}>
        {isOffered ? children(isBound) : <p>本站没有开通微信。</p>}
      </section>
    </>
  )
}
