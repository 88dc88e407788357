import { Button } from 'antd'
import type { Page } from '#lib/paging.ts'
import { MOST, type Selection } from './useSelection.ts'

type Choice<Row> = Pick<Page<Row>, 'total' | 'pages' | 'more' | 'isEstimate'> & { of: Selection<Row>; unit?: string }

/** With rows chosen on one page of several: how many, and a way to all the others. */
export function ChooseAll<Row>({ of, total, pages, more, isEstimate, unit = '条' }: Choice<Row>) {
  if (pages < 2 || (of.keys.length === 0 && of.fetched === undefined)) return null
  const all = Math.min(total, MOST)
  const rest = of.chooseAll && of.keys.length < all
  return (
    <p role="status" className="choose-all">
      {of.fetched === undefined ? `已选 ${of.keys.length} ${unit}。` : `正在选取，已有 ${of.fetched} / ${all}`}
      {of.fetched !== undefined && (
        <Button type="link" onClick={of.stop}>
          停止
        </Button>
      )}
      {of.fetched === undefined && rest && (
        <Button type="link" onClick={() => void of.chooseAll!()}>
          {more || isEstimate || total > MOST ? `选择前 ${MOST} ${unit}` : `选择全部 ${total} ${unit}`}
        </Button>
      )}
      {of.fetched === undefined && of.keys.length > 0 && (
        <Button type="link" onClick={of.clear}>
          取消选择
        </Button>
      )}
      {of.problem && <span className="field-error">{of.problem}</span>}
    </p>
  )
}
