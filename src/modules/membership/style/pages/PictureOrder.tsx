import { Button } from 'antd'
import { useState } from 'react'
import { useFile } from '#api/useFile.ts'
import { Said } from '#ui/told/Said.tsx'

type Props = { ids: readonly number[]; onChange: (ids: number[]) => void }

/** In which order the pictures stand on the page, changed by buttons. */
export function PictureOrder({ ids, onChange }: Props) {
  const [said, say] = useState('')
  const swap = (at: number, to: number) => {
    onChange(ids.map((id, i) => (i === at ? ids[to]! : i === to ? ids[at]! : id)))
    say(`已移到第 ${to + 1} 张，共 ${ids.length} 张`)
  }
  if (ids.length < 2) return null
  return (
    <>
      <ol className="picture-order" role="list" aria-label="图片的先后">
        {ids.map((id, at) => (
          <li key={id}>
            <Thumbnail id={id} name={`第 ${at + 1} 张`} />
            <span>
              <Button
                size="small"
                disabled={at === 0}
                aria-label={`第 ${at + 1} 张前移`}
                onClick={() => swap(at, at - 1)}
              >
                前移
              </Button>
              <Button
                size="small"
                disabled={at === ids.length - 1}
                aria-label={`第 ${at + 1} 张后移`}
                onClick={() => swap(at, at + 1)}
              >
                后移
              </Button>
            </span>
          </li>
        ))}
      </ol>
      <Said>{said}</Said>
    </>
  )
}

function Thumbnail({ id, name }: { id: number; name: string }) {
  const { url, error } = useFile(id)
  return url ? <img src={url} alt={name} /> : <span className="picture-wait">{error ?? '…'}</span>
}
