import { useEffect, useState } from 'react'
import { fetchFile } from '#api/file.ts'
import { releaseLater } from '#api/objectUrl.ts'
import { Style } from '#modules/membership/register/pages/MemberParts.tsx'
import '#modules/membership/register/pages/member.css'

/** Files by their ids, as far as there are any. */
export type Written = {
  title: string
  content: string
  honors: string
  cover: number | null
  images: readonly number[]
  video: number | null
}

/** As the public page shows it; its files are still private, so the token fetches them. */
export function StylePreview({ title, content, honors, cover, images, video }: Written) {
  const inText = [...content.matchAll(IN_TEXT)].map(([, id]) => Number(id))
  const urls = useFileUrls([...images, ...inText, ...[cover, video].filter(id => id !== null)])
  return (
    <div className="style-preview">
      <Style
        style={{
          title: title || '（未填标题）',
          honours: honors,
          content: content.replace(IN_TEXT, (_, id) => (urls[id] ? `src="${urls[id]}"` : `data-file="${id}"`)),
          cover: (cover && urls[cover]) || null,
          video: (video && urls[video]) || null,
          images: images.flatMap(id => urls[id] ?? []),
        }}
      />
    </div>
  )
}

const IN_TEXT = /src="\/api\/file\/(\d+)"/g

/** Each is fetched once, however often it moves about. */
function useFileUrls(ids: readonly number[]): Record<number, string> {
  const [urls, setUrls] = useState<Record<number, string>>({})
  const [asked] = useState(() => new Map<number, Promise<string | undefined>>())
  const wanted = ids.join()
  useEffect(() => {
    for (const id of wanted
      .split(',')
      .map(Number)
      .filter(id => id && !asked.has(id))) {
      const one = fetchFile('GET /file/{id}', { id }).then(
        ({ blob }) => URL.createObjectURL(blob),
        () => undefined,
      )
      asked.set(id, one)
      void one.then(url => url && setUrls(known => ({ ...known, [id]: url })))
    }
  }, [wanted, asked])
  useEffect(
    () => () => {
      for (const one of asked.values()) void one.then(url => url && releaseLater(url))
      asked.clear()
    },
    [asked],
  )
  return urls
}
