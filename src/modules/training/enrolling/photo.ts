/** Minimum size in pixels and bytes of a photo for ticket and certificate; a small print has 295 × 413 pixels. */
export const PHOTO = { width: 295, height: 413, bytes: 500 << 10 } as const

/** Larger ones are made smaller by us; beyond this it is no portrait that somebody took. */
export const PHOTO_MEGABYTES = 10

export const PHOTO_RULES = `近期免冠证件照，JPG 或 PNG，竖版，不小于 ${PHOTO.width}×${PHOTO.height} 像素（一寸照）；文件大的由系统缩小`
