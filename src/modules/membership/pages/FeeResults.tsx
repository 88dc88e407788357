import { Button } from 'antd'

type Props = { results: { id: number; name: string; done: boolean; msg: string }[]; close: () => void }

/** Of an act on several: how many it was done to, and why the others were not. */
export function FeeResults({ results, close }: Props) {
  const refused = results.filter(({ done }) => !done)
  return (
    <div role="status">
      <p>
        已处理 {results.length - refused.length} 笔{refused.length > 0 && `，${refused.length} 笔没有处理：`}
      </p>
      {refused.length > 0 && (
        <ul>
          {refused.map(({ id, name, msg }) => (
            <li key={id}>
              <b>{name}：</b>
              {msg}
            </li>
          ))}
        </ul>
      )}
      <div className="form-actions">
        <Button type="primary" onClick={close}>
          知道了
        </Button>
      </div>
    </div>
  )
}
