ALTER TABLE "award_winner" ADD COLUMN "heading" "tsvector" GENERATED ALWAYS AS (ts_filter(words, '{a}')) STORED;--> statement-breakpoint
ALTER TABLE "article" ADD COLUMN "heading" "tsvector" GENERATED ALWAYS AS (ts_filter(words, '{a}')) STORED;--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "heading" "tsvector" GENERATED ALWAYS AS (ts_filter(words, '{a}')) STORED;--> statement-breakpoint
ALTER TABLE "course" ADD COLUMN "heading" "tsvector" GENERATED ALWAYS AS (ts_filter(words, '{a}')) STORED;--> statement-breakpoint
CREATE INDEX "award_winner_heading_index" ON "award_winner" USING gin ("heading");--> statement-breakpoint
CREATE INDEX "article_heading_index" ON "article" USING gin ("heading");--> statement-breakpoint
CREATE INDEX "organisation_heading_index" ON "organisation" USING gin ("heading");--> statement-breakpoint
CREATE INDEX "course_heading_index" ON "course" USING gin ("heading");