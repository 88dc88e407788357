import { Button } from 'antd'
import type { ApiContract } from '#api/contract.ts'
import { useApi } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'

export type OwnTitle = Output<ApiContract['GET /member/invoiceTitle/list']>['list'][number]

/** The titles that are kept: chosen, one fills what is being filled in. */
export function SavedTitles({ choose }: { choose: (title: OwnTitle) => void }) {
  const { data } = useApi('GET /member/invoiceTitle/list', {})
  if (!data || data.list.length === 0) return null
  return (
    <section className="saved-titles" aria-label="保存的票据抬头">
      <p>保存的票据抬头，点选即填入：</p>
      <ul role="list">
        {data.list.map(one => (
          <li key={one.id}>
            <Button onClick={() => choose(one)}>
              {one.title}
              {one.isDefault && '（默认）'}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
