import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { OrderedRows } from '#modules/settings/pages/OrderedRows.tsx'
import { SiteDesk } from '#modules/settings/pages/SiteDesk.tsx'
import { useSiteDesk } from '#modules/settings/pages/useSiteDesk.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffHomeBlocks'

export { staffHomeBlocks as handle } from './screens.ts'

export const clientLoader = screenLoader(api => api('GET /staff/homeBlock/list', {}))

/** 首页版块: what the home page is made of, from above to below. */
export default function StaffHomeBlocks({ loaderData }: Route.ComponentProps) {
  const desk = useSiteDesk({
    answer: useLoaded(loaderData),
    called: '首页版块',
    save: 'POST /staff/homeBlock/save',
    move: 'POST /staff/homeBlock/move',
    remove: 'POST /staff/homeBlock/remove',
  })
  return (
    <SiteDesk
      desk={desk}
      title="首页自上而下"
      add="新增版块"
      blank={{ kind: 'documents', rows: 6, state: 'shown' }}
      about="没有内容的版块首页不显示。通知与培训、三种滚动名单、文件列表与快捷入口，前后相邻时并排显示。"
      empty={{ title: '首页还没有版块' }}
      history="homeBlock"
    >
      {({ list }) => (
        <OrderedRows rows={list} label="首页版块的先后" desk={desk}>
          {row => (
            <>
              <p>
                <b>{row.name}</b> {row.name !== row.kindName && <Tag tone="water">{row.kindName}</Tag>}{' '}
                {row.values.state === 'hidden' && <Tag>不显示</Tag>} {row.lacks && <Tag tone="warn">{row.lacks}</Tag>}
              </p>
              <p>
                {[row.columnName && `栏目：${row.columnName}`, row.values.rows && `${row.values.rows} 条`]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </>
          )}
        </OrderedRows>
      )}
    </SiteDesk>
  )
}
