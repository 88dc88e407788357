import { homeBanner } from './pictures/banner.ts'
import type { Banner } from './pictures/canvas.ts'
import { partyBanner } from './pictures/partyBanner.ts'

type Row = { place: 'home' | 'party'; title: string; alt: string; linkUrl: string; picture: Banner }

/** Banners of the home page and of the party-building column. */
export const demoBanners: Row[] = [
  {
    place: 'home',
    title: '管好一炉水，烧好一炉火',
    alt: '等轴测视角的锅炉房、烟囱、水箱与连接管道',
    linkUrl: '/admin/news/info/31',
    picture: homeBanner(0),
  },
  {
    place: 'home',
    title: '年度培训班，正在报名',
    alt: '翻开的教材、安全帽与培训证书',
    linkUrl: '/admin/publicity/training',
    picture: homeBanner(1),
  },
  {
    place: 'home',
    title: '证书真伪，一查便知',
    alt: '能力评价证书、放大镜与盖有圆章的文件',
    linkUrl: '/admin/verify',
    picture: homeBanner(2),
  },
  {
    place: 'home',
    title: '入会申请，常年受理',
    alt: '剖开的水滴：原水经逐层处理变为纯水，旁边是一排试管',
    linkUrl: '/admin/news/list-info/3467?pa=26',
    picture: homeBanner(3),
  },
  {
    place: 'party',
    title: '党建引领 服务行业',
    alt: '红色绸带、长城与和平鸽',
    linkUrl: '/admin/news/list/51',
    picture: partyBanner(0),
  },
  {
    place: 'party',
    title: '学习园地，常学常新',
    alt: '金色麦穗、翻开的书与红色绸带',
    linkUrl: '/admin/news/list/52',
    picture: partyBanner(1),
  },
]
