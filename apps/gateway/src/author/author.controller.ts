import { Controller, Inject } from '@nestjs/common';
import { findAuthor, type RequestOf, type ResponseOf } from '@svc/contracts';
import { Handles } from '@svc/platform';
import { FindAuthor } from './find-author';

/** `author.find`. */
@Controller()
export class AuthorController {
  constructor(@Inject(FindAuthor) private readonly authors: FindAuthor) {}

  @Handles(findAuthor)
  find({ id }: RequestOf<typeof findAuthor>): Promise<ResponseOf<typeof findAuthor>> {
    return this.authors.run(id);
  }
}
