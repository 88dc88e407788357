import { useApi } from '#api/useApi.ts'
import { fieldText } from '#lib/form/formWords.ts'
import { withCommas } from '#lib/words/numbers.ts'
import { RecordsScreen } from '#modules/settings/pages/RecordsScreen.tsx'
import { recordsLoader } from '#modules/settings/pages/recordCalls.ts'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffFigures'

export { staffFigures as handle } from './screens.ts'

export const clientLoader = recordsLoader('figure')

/** 首页数字: which records each of them counts, and what that makes at this moment. */
export default function StaffFigures({ loaderData }: Route.ComponentProps) {
  const sourceField = loaderData.fields.find(({ name }) => name === 'source')!
  return (
    <RecordsScreen
      listed={loaderData}
      called="首页数字"
      title="首页显示的数字"
      add="新增数字"
      blank={{ state: 'shown' }}
      about="数字由登记的记录实时统计，改动后首页立即更新。"
      empty={{ title: '首页还没有数字' }}
      history="figure"
      preview={({ source }) => typeof source === 'string' && source && <Count source={source} />}
      isOrdered
      row={({ name, num, values }) => (
        <>
          <p>
            <b>{name}</b> {withCommas(num)} {String(values.unit)} {values.state === 'hidden' && <Tag>不显示</Tag>}
          </p>
          <p>统计：{fieldText(sourceField, values.source)}</p>
        </>
      )}
    />
  )
}

function Count({ source }: { source: string }) {
  const { data, error } = useApi('GET /staff/figure/count', { source })
  return <p role="status">{error ? error.message : <>此刻的结果：{data ? <b>{withCommas(data.num)}</b> : '…'}</>}</p>
}
