import { useFile } from '#api/useFile.ts'
import './adverts.css'

/** A small picture of an advert in a list; private until it is approved. */
export function AdvertThumb({ id, alt }: { id: number | null; alt: string }) {
  const { url } = useFile(id, '320')
  return <span className="advert-thumb">{url && <img src={url} alt={alt} />}</span>
}
