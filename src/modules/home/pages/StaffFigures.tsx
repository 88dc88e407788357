import { useApi } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { fieldText } from '#lib/form/formWords.ts'
import { withCommas } from '#lib/words/numbers.ts'
import { OrderedRows } from '#modules/settings/pages/OrderedRows.tsx'
import { SiteDesk } from '#modules/settings/pages/SiteDesk.tsx'
import { useSiteDesk } from '#modules/settings/pages/useSiteDesk.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffFigures'

export { staffFigures as handle } from './screens.ts'

export const clientLoader = screenLoader(api => api('GET /staff/figure/list', {}))

/** 首页数字: which records each of them counts, and what that makes at this moment. */
export default function StaffFigures({ loaderData }: Route.ComponentProps) {
  const desk = useSiteDesk({
    answer: useLoaded(loaderData),
    called: '首页数字',
    save: 'POST /staff/figure/save',
    move: 'POST /staff/figure/move',
    remove: 'POST /staff/figure/remove',
    preview: ({ source }) => typeof source === 'string' && source && <Count source={source} />,
  })
  return (
    <SiteDesk
      desk={desk}
      title="首页显示的数字"
      add="新增数字"
      blank={{ state: 'shown' }}
      about="数字由登记的记录实时统计，改动后首页立即更新。"
      empty={{ title: '首页还没有数字' }}
      history="figure"
    >
      {({ list, fields }) => (
        <OrderedRows rows={list} label="首页数字的先后" desk={desk}>
          {row => (
            <>
              <p>
                <b>{row.name}</b> {withCommas(row.num)} {String(row.values.unit)}{' '}
                {row.values.state === 'hidden' && <Tag>不显示</Tag>}
              </p>
              <p>统计：{fieldText(fields.find(({ name }) => name === 'source')!, row.values.source)}</p>
            </>
          )}
        </OrderedRows>
      )}
    </SiteDesk>
  )
}

function Count({ source }: { source: string }) {
  const { data, error } = useApi('GET /staff/figure/count', { source })
  return <p role="status">{error ? error.message : <>此刻的结果：{data ? <b>{withCommas(data.num)}</b> : '…'}</>}</p>
}
