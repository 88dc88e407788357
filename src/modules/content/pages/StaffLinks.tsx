import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { OrderedRows } from '#modules/settings/pages/OrderedRows.tsx'
import { SiteDesk } from '#modules/settings/pages/SiteDesk.tsx'
import { useSiteDesk } from '#modules/settings/pages/useSiteDesk.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffLinks'

export { staffLinks as handle } from './screens.ts'

export const clientLoader = screenLoader(api => api('GET /staff/link/list', {}))

/** 友情链接 in the order of the home page, where those of a group stand together. */
export default function StaffLinks({ loaderData }: Route.ComponentProps) {
  const desk = useSiteDesk({
    answer: useLoaded(loaderData),
    called: '友情链接',
    save: 'POST /staff/link/save',
    move: 'POST /staff/link/move',
    remove: 'POST /staff/link/remove',
  })
  const empty = { title: '还没有友情链接' }
  return (
    <SiteDesk desk={desk} title="全部链接" add="新增链接" blank={{ kind: 'text' }} empty={empty} history="link">
      {({ list }) => (
        <OrderedRows rows={list} label="友情链接的先后" desk={desk}>
          {row => (
            <>
              <p>
                <b>{row.name}</b> <Tag>{String(row.values.group)}</Tag>{' '}
                {row.values.kind === 'picture' && <Tag tone="water">图片</Tag>}
              </p>
              <p>{String(row.values.url)}</p>
            </>
          )}
        </OrderedRows>
      )}
    </SiteDesk>
  )
}
