DROP INDEX "member_fee_year_id_index";--> statement-breakpoint
CREATE INDEX "certificate_by_valid_to" ON "certificate" USING btree ("valid_to","id","status","valid_from","issued_on");--> statement-breakpoint
CREATE INDEX "article_by_edit" ON "article" USING btree ("updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "article_draft_edited_at_article_id_index" ON "article_draft" USING btree ("edited_at" DESC NULLS FIRST,"article_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "member_joined_on_id_index" ON "member" USING btree ("joined_on" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "member_fee_newest" ON "member_fee" USING btree ("year" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payment_order_created_at_id_index" ON "payment_order" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "outbox_failed" ON "outbox" USING btree ("id" DESC NULLS FIRST) WHERE state = 'failed';