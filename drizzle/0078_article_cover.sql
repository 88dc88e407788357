ALTER TABLE "article" ADD COLUMN "cover_caption" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "article" ADD COLUMN "cover_x" integer DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "article" ADD COLUMN "cover_y" integer DEFAULT 50 NOT NULL;--> statement-breakpoint
-- What most visitors come for stands below the news, whose row it shares.
UPDATE "home_block" SET "sort" = (SELECT "sort" FROM "home_block" WHERE "kind" = 'news' LIMIT 1)
WHERE "kind" = 'quickLinks' AND EXISTS (SELECT FROM "home_block" WHERE "kind" = 'news');
