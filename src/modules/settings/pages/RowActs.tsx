import { Button } from 'antd'

type Props<R> = {
  row: R
  desk: {
    /** Absent where a row has a screen of its own. */
    edit?: (row: R) => void
    askRemoval: (row: R) => void
  }
}

export const RowActs = <R extends { name: string }>({ row, desk }: Props<R>) => (
  <span className="movable-acts">
    {desk.edit && (
      <Button onClick={() => desk.edit?.(row)}>
        修改<span className="hidden-text">{row.name}</span>
      </Button>
    )}
    <Button type="text" danger onClick={() => desk.askRemoval(row)}>
      删除<span className="hidden-text">{row.name}</span>
    </Button>
  </span>
)
